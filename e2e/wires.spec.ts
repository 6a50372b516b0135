// The main job through each vendor's own wire, in a real browser with the vendor's CORS: connected by link with a key,
// every request judged by the rules of that vendor, with an image and calls at once, every thought returned as it came.

import { expect, test } from './app.ts';
import { allWires } from './model-server/all-wires.ts';
import { say } from './model-server/reply.ts';
import { thinkingAloud } from './model-server/small-scripts.ts';
import { twelveCallTask } from './model-server/task-scripts.ts';
import { pixel } from './model-server/vendor-rows.ts';
import { button, connectModel, runTask, seedFiles } from './room.ts';
import { readWorkspaceFile } from './workspace-files.ts';

const port = (name: string, dues: number): string => `port ${name}\ndues = ${dues}\nend of entry\n`;

// Chat completions have all the other journeys.
for (const { wire, provider, model: name, seals } of allWires.filter((row) => row.wire.name !== 'chat'))
  test(`a task of at least twelve calls through ${wire.name}`, async ({ page, model }) => {
    const key = 'sk-of-a-journey';
    const server = await model(() => say('…'), { wire, models: [name, 'another'], apiKey: key });
    await connectModel(page, server, { provider, model: name, key });
    await seedFiles(page, server, {
      'ports/east.txt': port('east', 5),
      'ports/north.txt': port('north', 17),
      'ports/west.txt': port('west', 20),
    });
    const chosen = page.waitForEvent('filechooser');
    await button(page, 'Attach').click();
    const buffer = Buffer.from(pixel, 'base64');
    await (await chosen).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('list', { name: 'Attachments', exact: true })).toBeVisible();
    server.play(thinkingAloud(twelveCallTask({ folder: 'ports', token: 'dues' })));
    await runTask(page, 'Raise the dues of every port by one and report the total.', /The total is 45/);

    const last = server.requests.findLast(({ conversation }) => conversation.mayCall)?.conversation;
    expect(last?.model).toBe(name);
    expect(last?.images).toEqual([pixel]);
    expect(last?.steps.length).toBeGreaterThanOrEqual(12);
    expect(server.seals.size > 0).toBe(seals);
    expect(await readWorkspaceFile(page, 'ports/east.txt')).toBe(port('east', 6));
    expect(await readWorkspaceFile(page, 'ports/north.txt')).toBe(port('north', 18));
    expect(await readWorkspaceFile(page, 'ports/west.txt')).toBe(port('west', 21));
    expect(await readWorkspaceFile(page, 'ports/report.md')).toBe('# Report\n\ntotal dues = 45\n');
  });
