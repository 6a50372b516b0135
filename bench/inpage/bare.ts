// The library as one would use it without us: template, generate, stream the text. The same engine, the same weights.

import {
  AutoModelForCausalLM,
  AutoTokenizer,
  env,
  TextStreamer,
  type PreTrainedModel,
  type PreTrainedTokenizer,
} from '@huggingface/transformers';

export interface BareJob {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly maxOutput: number;
}

let ready: Promise<{ readonly model: PreTrainedModel; readonly tokenizer: PreTrainedTokenizer }> | undefined;

async function load() {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = '/models/';
  env.useBrowserCache = false;
  const tokenizer = await AutoTokenizer.from_pretrained('tiny-agent');
  const model = await AutoModelForCausalLM.from_pretrained('tiny-agent', { device: 'wasm', dtype: 'fp32' });
  return { model, tokenizer };
}

async function answer(job: BareJob): Promise<void> {
  ready ??= load();
  const { model, tokenizer } = await ready;
  const inputs = tokenizer.apply_chat_template([...job.messages], {
    add_generation_prompt: true,
    return_dict: true,
  });
  let tokens = 0;
  const streamer = new TextStreamer(tokenizer, {
    skip_prompt: true,
    callback_function: (delta: string) => postMessage({ delta }),
    token_callback_function: () => {
      tokens += 1;
    },
  });
  const options = { max_new_tokens: job.maxOutput, do_sample: false, streamer };
  await model.generate(Object.assign({}, inputs, options));
  postMessage({ tokens });
}

addEventListener('message', ({ data }: MessageEvent<BareJob>) => void answer(data));
