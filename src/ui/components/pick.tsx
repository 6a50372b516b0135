// A choice on a chip: a native list under the chip's look, so that keyboard, touch and screen reader have what they
// know.

import { ChevronDown, type LucideIcon } from 'lucide-preact';
import type { VNode } from 'preact';
import { Icon } from './icon.tsx';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

interface PickProps<Value extends string> {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  /** Quiet words after the value. */
  readonly more?: string;
  readonly class?: string;
  readonly onPick: (value: Value) => void;
}

export function Pick<Value extends string>({
  name,
  icon,
  options,
  value,
  more,
  class: look = '',
  onPick,
}: PickProps<Value>): VNode {
  const label = options.find((option) => option.value === value)?.label ?? value;
  return (
    <span class={`chip pick ${look}`}>
      <Icon of={icon} />
      <span class="cut" aria-hidden="true">
        {label}
      </span>
      {more === undefined ? null : (
        <span class="quiet hide-s" aria-hidden="true">
          {more}
        </span>
      )}
      <Icon of={ChevronDown} />
      <select
        aria-label={name}
        value={value}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.currentTarget.value);
          if (picked !== undefined) onPick(picked.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled === true}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
