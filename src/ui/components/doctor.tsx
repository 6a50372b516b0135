// What the doctor found between this page and a server: what is wrong in one sentence, what to do in another, and the
// command for the person's system. The commands come as data; nothing is run from here.

import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Diagnosis } from '../../protocol/host.ts';
import { t } from '../i18n/later.ts';
import { written } from '../i18n/text.ts';
import type { System } from '../state/here.ts';
import { CopyButton } from './copy-button.tsx';
import { StateShape } from './icon.tsx';

const SYSTEMS: readonly System[] = ['macos', 'windows', 'linux'];
const SYSTEM_NAMES: Readonly<Record<System, string>> = { macos: 'macOS', windows: 'Windows', linux: 'Linux' };

interface DoctorProps {
  readonly diagnosis: Diagnosis;
  readonly label: string;
  readonly system: System;
  readonly onSystem: (system: System) => void;
  readonly children?: ComponentChildren;
}

export function Doctor({ diagnosis, label, system, onSystem, children }: DoctorProps): VNode {
  const { cause, command } = diagnosis;
  const id = useId();
  const facts = { host: diagnosis.host, label };
  return (
    <div class={`doctor ${cause === 'fine' ? '' : 'bad'}`} role="group" aria-label={t('doctor.name')}>
      <p class="verdict">
        <span class={`state ${cause === 'fine' ? 'done' : 'failed'}`}>
          <StateShape shape={cause === 'fine' ? 'done' : 'failed'} />
        </span>
        <b>{written(`doctor.${cause}`, facts)}</b>
        <span>{written(`doctor.${cause}.do`, facts)}</span>
      </p>
      {command === undefined ? null : (
        <div class="mend">
          <div class="bar">
            <b id={id}>{t('doctor.command')}</b>
            <span class="seg" role="group" aria-label={t('doctor.system')}>
              {SYSTEMS.map((name) => (
                <label key={name}>
                  <input
                    class="sr"
                    type="radio"
                    name={`${id}s`}
                    checked={name === system}
                    onChange={() => onSystem(name)}
                  />
                  {SYSTEM_NAMES[name]}
                </label>
              ))}
            </span>
          </div>
          <div class="command">
            <pre dir="ltr" tabIndex={0} aria-labelledby={id}>
              {command}
            </pre>
            <CopyButton text={command} />
          </div>
        </div>
      )}
      {children}
    </div>
  );
}
