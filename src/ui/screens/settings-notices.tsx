// While one is elsewhere: notices of the system, and a screen that stays on.

import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { canKeepAwake } from '../keep-awake.ts';
import { askNoticeLeave, noticeLeave } from '../notify.ts';
import '../styles/notices.css';

function Switch({
  name,
  what,
  on,
  onSwitch,
}: {
  readonly name: string;
  readonly what: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
}): VNode {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={on}
        aria-describedby={`${id}-what`}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      <label for={id}>{name}</label>
      <p id={`${id}-what`}>{what}</p>
    </div>
  );
}

export function Elsewhere(): VNode {
  const { app } = useUi();
  const settings = app.settings.value;
  const [leave, setLeave] = useState(noticeLeave);
  const refused = leave === 'denied' || leave === 'unsupported';
  const notify = (on: boolean): void => {
    void app.saveSettings({ notify: on });
    if (!on) return;
    void askNoticeLeave().then((given) => {
      setLeave(given);
      if (given !== 'granted') void app.saveSettings({ notify: false });
    });
  };
  return (
    <fieldset class="field">
      <legend>{t('notice.title')}</legend>
      <Switch
        name={t('notice.switch')}
        what={t(refused ? `notice.${leave === 'denied' ? 'denied' : 'unsupported'}` : 'notice.what')}
        on={settings?.notify === true && leave === 'granted'}
        onSwitch={notify}
      />
      {canKeepAwake() ? (
        <Switch
          name={t('awake.switch')}
          what={t('awake.what')}
          on={settings?.keepAwake === true}
          onSwitch={(on) => void app.saveSettings({ keepAwake: on })}
        />
      ) : null}
    </fieldset>
  );
}
