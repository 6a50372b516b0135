// Which model does what: the model of new sessions, one for each role where it shall be another, and who takes over
// when an account fails.

import { ArrowDown, ArrowUp, X } from 'lucide-preact';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { ROLES } from '../../features/settings.ts';
import { Icon } from '../components/icon.tsx';
import { accountTitle } from '../components/account-title.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { modelLabel } from '../names.ts';

/** The options of a list of models, account by account. */
export function ModelOptions({ current }: { readonly current: string }): VNode {
  const { app } = useUi();
  const models = app.models.value;
  const loose = models.filter(({ account }) => account === undefined);
  return (
    <>
      {current === '' || models.some(({ name }) => name === current) ? null : (
        <option value={current} disabled>
          {t('model.missing', { model: modelLabel(models, current) })}
        </option>
      )}
      {loose.map(({ name }) => (
        <option key={name} value={name}>
          {modelLabel(models, name)}
        </option>
      ))}
      {app.accounts.value.map((account) => (
        <optgroup key={account.id} label={accountTitle(account)}>
          {account.models.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

function Role({ role }: { readonly role: (typeof ROLES)[number] }): VNode {
  const { app } = useUi();
  const id = useId();
  const roles = app.settings.value?.roles ?? {};
  const current = roles[role] ?? '';
  return (
    <tr>
      <th scope="row">
        <label for={id}>{t(role === 'title' ? 'roles.titles' : `roles.${role}`)}</label>
        <span class="quiet">{t(role === 'title' ? 'roles.titles.what' : `roles.${role}.what`)}</span>
      </th>
      <td>
        <select
          id={id}
          class="input"
          value={current}
          onChange={(event) => {
            const { [role]: _, ...others } = roles;
            const { value } = event.currentTarget;
            void app.saveSettings({ roles: value === '' ? others : { ...others, [role]: value } });
          }}
        >
          <option value="">{t(role === 'title' ? 'roles.none' : 'roles.session')}</option>
          <ModelOptions current={current} />
        </select>
      </td>
    </tr>
  );
}

export function Roles(): VNode {
  const { app } = useUi();
  const id = useId();
  const main = app.settings.value?.model ?? '';
  return (
    <section>
      <header>
        <h2>{t('roles.title')}</h2>
        <p>{t('roles.what')}</p>
      </header>
      <table class="table roles">
        <thead>
          <tr>
            <th>{t('roles.role')}</th>
            <th>{t('roles.model')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <label for={id}>{t('roles.main')}</label>
              <span class="quiet">{t('roles.main.what')}</span>
            </th>
            <td>
              <select
                id={id}
                class="input"
                value={main}
                onChange={(event) => void app.saveSettings({ model: event.currentTarget.value })}
              >
                <ModelOptions current={main} />
              </select>
            </td>
          </tr>
          {ROLES.map((role) => (
            <Role key={role} role={role} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function accountLabel(
  accounts: readonly { readonly id: string; readonly label: string }[],
  name: string,
): string {
  const id = name.slice(0, name.indexOf('/'));
  return accounts.find((account) => account.id === id)?.label ?? id;
}

export function Fallbacks(): VNode {
  const { app } = useUi();
  const id = useId();
  const models = app.models.value;
  const chosen = app.settings.value?.fallbacks ?? [];
  const save = (fallbacks: readonly string[]): void => void app.saveSettings({ fallbacks });
  const move = (from: number, to: number): void => {
    const row = [...chosen];
    const [name] = row.splice(from, 1);
    if (name === undefined) return;
    row.splice(to, 0, name);
    save(row);
  };
  return (
    <section>
      <header>
        <h2>{t('fallbacks.title')}</h2>
        <p>{t('fallbacks.what')}</p>
      </header>
      {chosen.length === 0 ? (
        <p class="quiet">{t('fallbacks.none')}</p>
      ) : (
        <ol class="fallbacks">
          {chosen.map((name, at) => {
            const label = modelLabel(models, name);
            return (
              <li key={name}>
                <span class="num quiet">{at + 1}</span>
                <span class="what">
                  <b>
                    {models.some((model) => model.name === name)
                      ? label
                      : t('model.missing', { model: label })}
                  </b>
                  <span class="quiet">{accountLabel(app.accounts.value, name)}</span>
                </span>
                <button
                  type="button"
                  class="btn plain icon small"
                  aria-label={t('fallbacks.up', { label })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <Icon of={ArrowUp} />
                </button>
                <button
                  type="button"
                  class="btn plain icon small"
                  aria-label={t('fallbacks.down', { label })}
                  disabled={at === chosen.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <Icon of={ArrowDown} />
                </button>
                <button
                  type="button"
                  class="btn plain icon small"
                  aria-label={t('fallbacks.remove', { label })}
                  onClick={() => save(chosen.filter((other) => other !== name))}
                >
                  <Icon of={X} />
                </button>
              </li>
            );
          })}
        </ol>
      )}
      <div class="narrow">
        <div class="field">
          <label for={id}>{t('fallbacks.add')}</label>
          <select
            id={id}
            class="input"
            value=""
            onChange={(event) => {
              const { value } = event.currentTarget;
              event.currentTarget.value = '';
              if (value !== '' && !chosen.includes(value)) save([...chosen, value]);
            }}
          >
            <option value="">{t('fallbacks.choose')}</option>
            {app.accounts.value.map((account) => (
              <optgroup key={account.id} label={accountTitle(account)}>
                {account.models.map(({ name, label }) => (
                  <option key={name} value={name} disabled={chosen.includes(name)}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
      </div>
    </section>
  );
}
