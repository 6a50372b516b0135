// Attachments: by picker, by drop and by paste, kept over a reload, small enough for the provider when they arrive; a
// long paste as a file that the model reads.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { callTool, say } from './model-server/reply.ts';
import { button, connectModel, expectIdle, messageBox, messagesOf, said, send, transcript } from './room.ts';

/** Its name says that it sees images; on this machine the longer side may have so many pixels. */
const seeing = { model: 'pixtral-scripted' };
const most = 1344;

const picture = async (page: Page, width: number, height: number): Promise<Buffer> => {
  const base64 = await page.evaluate(
    ({ w, h }) => {
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = '#27507a';
      context.fillRect(0, 0, w, h);
      context.fillStyle = '#e2d3a6';
      context.fillRect(w / 4, h / 4, w / 2, h / 2);
      return canvas.toDataURL('image/png').replace(/^.*,/, '');
    },
    { w: width, h: height },
  );
  return Buffer.from(base64, 'base64');
};

/** A drop or a paste of one file, as the browser would tell of it. */
const give = (
  page: Page,
  how: 'drop' | 'paste',
  file: { readonly name: string; readonly type: string; readonly bytes: Buffer },
): Promise<void> =>
  messageBox(page).evaluate(
    (box, { event, name, type, base64 }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
      const common = { bubbles: true, cancelable: true };
      if (event === 'paste')
        box.dispatchEvent(new ClipboardEvent('paste', { ...common, clipboardData: data }));
      else
        for (const kind of ['dragenter', 'dragover', 'drop'])
          box.dispatchEvent(new DragEvent(kind, { ...common, dataTransfer: data }));
    },
    { event: how, name: file.name, type: file.type, base64: file.bytes.toString('base64') },
  );

const pasteText = (page: Page, text: string): Promise<void> =>
  messageBox(page).evaluate((box, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
  }, text);

const chips = (page: Page) => page.getByRole('list', { name: 'Attachments', exact: true });

const sizeOf = (png: Buffer): readonly [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('images by picker, drop and paste outlast a reload and arrive small enough', async ({ page, model }) => {
  const seen: string[] = [];
  const server = await model(
    ({ images }) => {
      seen.push(...images);
      return say('Three pictures.');
    },
    { models: [seeing.model] },
  );
  await connectModel(page, server, seeing);
  const large = await picture(page, 3000, 1500);
  const chosen = page.waitForEvent('filechooser');
  await button(page, 'Attach').click();
  await (await chosen).setFiles({ name: 'chart.png', mimeType: 'image/png', buffer: large });
  await give(page, 'drop', { name: 'photo.png', type: 'image/png', bytes: await picture(page, 800, 1600) });
  await give(page, 'paste', { name: 'image.png', type: 'image/png', bytes: await picture(page, 40, 30) });
  await expect(chips(page).getByRole('listitem')).toHaveCount(3);
  await messageBox(page).fill('What is in these?');
  await expect(button(page, 'Send')).toBeEnabled();

  await page.reload();
  await expect(chips(page).getByRole('listitem')).toHaveCount(3);
  await expect(messageBox(page)).toHaveValue('What is in these?');
  await button(page, 'Send').click();
  await expect(said(page, 'Three pictures.')).toBeVisible();
  await expectIdle(page);

  const arrived = seen.slice(0, 3).map((image) => sizeOf(Buffer.from(image, 'base64')));
  expect(arrived).toEqual([
    [most, most / 2],
    [most / 2, most],
    [40, 30],
  ]);
  const body = JSON.stringify(server.requests[0]);
  expect(body).toContain('data:image/png;base64,');
  await expect(chips(page)).toHaveCount(0);

  // Shown from this device, and large at a press.
  const mine = messagesOf(page, 'You');
  await expect(mine.getByRole('img', { name: 'chart.png' })).toBeVisible();
  await button(mine, 'Open chart.png large').click();
  const dialog = page.getByRole('dialog', { name: 'chart.png' });
  await expect(dialog.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a long paste becomes a file that the model reads, and text again at a press', async ({
  page,
  model,
}) => {
  const line = 'tide 06:12 high water at the east mole\n';
  const long = line.repeat(Math.ceil(2_000_000 / line.length));
  const server = await model(({ users, steps }) => {
    const path = /attachments\/\S+?\.txt/.exec(users.join('\n'))?.[0] ?? 'missing';
    const [read] = steps;
    if (read === undefined) return callTool('read_file', { path, from: 3, to: 4 });
    return say(read.result.includes('tide 06:12') ? 'The paste is read.' : `Not read: ${read.result}`);
  });
  await connectModel(page, server);
  await pasteText(page, long);
  await expect(chips(page).getByText('pasted-1.txt')).toBeVisible();
  await expect(messageBox(page)).toHaveValue('');
  await send(page, 'When is high water?');
  await expect(said(page, 'The paste is read.')).toBeVisible();
  await expectIdle(page);
  expect(JSON.stringify(server.requests[0]).length).toBeLessThan(100_000);
  await expect(transcript(page).getByText('pasted-1.txt', { exact: true })).toBeVisible();

  const short = 'a line\n'.repeat(300);
  await pasteText(page, short);
  await button(page, 'Put the text of pasted-1.txt back into the message').click();
  await expect(messageBox(page)).toHaveValue(short);
  await expect(chips(page)).toHaveCount(0);
});

test('a model without images says so, and another is one press away; what can’t be read keeps the rest', async ({
  page,
  model,
}) => {
  const server = await model(() => say('Fine.'), { models: ['scripted', seeing.model] });
  await connectModel(page, server);
  await give(page, 'drop', { name: 'a.png', type: 'image/png', bytes: await picture(page, 20, 20) });
  await give(page, 'drop', {
    name: 'b.heic',
    type: 'image/heic',
    bytes: Buffer.from('\0\0\0 ftypheic', 'latin1'),
  });
  await expect(page.getByText('Not attached:')).toBeVisible();
  await expect(page.getByText('scripted doesn’t see images')).toBeVisible();
  await button(page, `Use ${seeing.model}`).click();
  await expect(page.getByText('doesn’t see images')).toBeHidden();
  await send(page, 'Look.');
  await expect(said(page, 'Fine.')).toBeVisible();
  expect(JSON.stringify(server.requests[0])).toContain('data:image/png;base64,');
});
