// Permissions: the mode of new sessions, and every standing consent with its revoke.

import type { VNode } from 'preact';
import type { PermissionMode } from '../../engine/events.ts';
import { useUi } from '../context.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';

const MODES: readonly PermissionMode[] = ['read-only', 'ask', 'auto', 'full'];

function Mode(): VNode {
  const { app } = useUi();
  const current = app.settings.value?.mode;
  return (
    <section>
      <header>
        <h2>{t('permissions.title')}</h2>
        <p>{t('permissions.what')}</p>
      </header>
      <fieldset>
        <legend class="sr">{t('permissions.title')}</legend>
        {MODES.map((mode) => (
          <label key={mode} class="choice">
            <input
              type="radio"
              name="mode"
              checked={mode === current}
              onChange={() => void app.saveSettings({ mode })}
            />
            {t(`mode.${mode}`)}
            <span>{t(`mode.${mode}.what`)}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}

function Grants(): VNode {
  const { app } = useUi();
  const grants = app.grants.value;
  return (
    <section>
      <header>
        <h2>{t('grants.title')}</h2>
        <p>{t('grants.what')}</p>
      </header>
      {grants.length === 0 ? (
        <p class="quiet">{t('grants.none')}</p>
      ) : (
        <table class="table folds">
          <thead>
            <tr>
              <th>{t('grants.tool')}</th>
              <th>{t('grants.target')}</th>
              <th>{t('grants.scope')}</th>
              <th>{t('grants.at')}</th>
              <th>
                <span class="sr">{t('accounts.acts')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {grants.map(({ id, tool, target, scope, at }) => (
              <tr key={id}>
                <td>
                  <code>{tool}</code>
                </td>
                <td>{target === undefined ? t('grants.any') : <code>{target}</code>}</td>
                <td>{t(`grants.${scope}`)}</td>
                <td class="num">{formatMoment(at)}</td>
                <td class="n">
                  <button
                    type="button"
                    class="btn plain small danger"
                    onClick={() => void app.revokeGrant(id)}
                  >
                    {t('grants.revoke')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

export function PermissionsPage(): VNode {
  return (
    <>
      <Mode />
      <Grants />
    </>
  );
}
