// Loads what the harness loads only when it is needed, so that a test on a clock of its own doesn't wait for the disk.

import '../../src/features/asking/asking.ts';
import '../../src/features/rooms/rooms.ts';
import '../../src/features/todo/fold.ts';
import '../../src/features/todo/todo.ts';
import '../../src/features/workspace/workspace.ts';
import '../session-shelf.ts';
