// The page over the scripted host: what one looks at while the page is worked on.

import { startPage } from '../start.tsx';
import { guardScripts } from '../trusted-types.ts';
import { createFakeHost, optionsFrom } from './fake-host.ts';

guardScripts();
void startPage(createFakeHost(optionsFrom(new URLSearchParams(location.search))));
