// The Models page of the settings: accounts, which model does what, who takes over, single models.

import type { VNode } from 'preact';
import { Accounts } from './settings-accounts.tsx';
import { Figures } from './settings-figures.tsx';
import { Fallbacks, Roles } from './settings-roles.tsx';
import '../styles/models.css';

export function ModelsPage(): VNode {
  return (
    <>
      <Accounts />
      <Roles />
      <Fallbacks />
      <Figures />
    </>
  );
}
