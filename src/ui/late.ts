// The models that come with chunks of their own, for the components in those chunks.

import { useUi } from './context.ts';
import { type Connecting, ConnectingModel } from './state/connecting.ts';
import { type Models, ModelsModel } from './state/models.ts';

export const useModels = (): Models => useUi().late(ModelsModel);
export const useConnecting = (): Connecting => useUi().late(ConnectingModel);
