// The floor: a loop without validation, events, storage or limits.
import { breathe, execTool, reply, tok } from './script.mjs';

async function* say(scenario, stat) {
  const { calls, deltas } = reply(scenario, stat.replies++);
  for (let i = 0; i < deltas; i++) {
    if (i % 64 === 0) await breathe();
    yield { delta: tok(i) };
  }
  for (const call of calls) yield { call };
}

export async function run(scenario, stat) {
  const history = ['go'];
  for (let open = true; open; ) {
    let text = '';
    const calls = [];
    for await (const { delta, call } of say(scenario, stat)) {
      if (call === undefined) {
        text += delta;
        stat.deltas++;
      } else calls.push(call);
    }
    history.push({ text, calls });
    history.push(...(await Promise.all(calls.map(() => execTool(scenario, stat)))));
    open = calls.length > 0;
  }
}
