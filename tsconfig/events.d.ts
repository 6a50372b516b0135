// Every file that adds its events to the engine's EventMap. Each layer above the features includes this, or it would
// know an event only where it happens to import that file. src/architecture.test.ts holds the list complete.
import '../src/features/asking/fold.ts';
import '../src/features/guard/fold.ts';
import '../src/features/sessions/session-events.ts';
import '../src/features/todo/fold.ts';
import '../src/features/workspace/fold.ts';
