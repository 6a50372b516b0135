// How components reach the models: one context for the page, one for the session that is open.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpenRoom, Ui } from './state/ui.ts';

export const UiContext = createContext<Ui | undefined>(undefined);
export const RoomContext = createContext<OpenRoom | undefined>(undefined);

export function useUi(): Ui {
  const ui = useContext(UiContext);
  if (ui === undefined) throw new TypeError('outside the page');
  return ui;
}

export function useRoom(): OpenRoom {
  const room = useContext(RoomContext);
  if (room === undefined) throw new TypeError('outside a session');
  return room;
}
