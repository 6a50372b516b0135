// The exact words for a terminal that mend what the doctor found, by server and system, as data. `{origin}` is this
// page's, `{model}` the model's, `{window}` what is needed.

export type System = 'macos' | 'windows' | 'linux';
export type Mend = 'allow-page' | 'start' | 'get-model' | 'widen';

type Row = Readonly<Partial<Record<Mend, string | Readonly<Record<System, string>>>>>;

export const COMMANDS: Readonly<Record<string, Row>> = {
  ollama: {
    'allow-page': {
      macos: 'launchctl setenv OLLAMA_ORIGINS "{origin}" && pkill -x Ollama; open -a Ollama',
      windows: 'setx OLLAMA_ORIGINS "{origin}" & taskkill /im ollama.exe /f & start "" ollama serve',
      linux:
        'sudo mkdir -p /etc/systemd/system/ollama.service.d && printf \'[Service]\\nEnvironment="OLLAMA_ORIGINS={origin}"\\n\' | sudo tee /etc/systemd/system/ollama.service.d/origins.conf && sudo systemctl daemon-reload && sudo systemctl restart ollama',
    },
    start: {
      macos: 'open -a Ollama',
      windows: 'ollama serve',
      linux: 'sudo systemctl start ollama || ollama serve',
    },
    'get-model': 'ollama pull {model}',
    widen: {
      macos: 'launchctl setenv OLLAMA_CONTEXT_LENGTH {window} && pkill -x Ollama; open -a Ollama',
      windows: 'setx OLLAMA_CONTEXT_LENGTH {window} & taskkill /im ollama.exe /f & start "" ollama serve',
      linux:
        'sudo mkdir -p /etc/systemd/system/ollama.service.d && printf \'[Service]\\nEnvironment="OLLAMA_CONTEXT_LENGTH={window}"\\n\' | sudo tee /etc/systemd/system/ollama.service.d/context.conf && sudo systemctl daemon-reload && sudo systemctl restart ollama',
    },
  },
  lmstudio: {
    'allow-page': 'lms server stop && lms server start --cors',
    start: 'lms server start --cors',
    'get-model': 'lms get {model}',
    widen: 'lms load {model} --context-length {window}',
  },
  llamacpp: {
    start: 'llama-server -m MODEL.gguf --jinja --port {port}',
    widen: 'llama-server -m MODEL.gguf --jinja --port {port} -c {window}',
  },
  vllm: {
    'allow-page': 'vllm serve {model} --port {port} --allowed-origins \'["{origin}"]\'',
    start: 'vllm serve {model} --port {port}',
    widen: 'vllm serve {model} --port {port} --max-model-len {window}',
  },
};

export interface Blanks {
  readonly origin: string;
  readonly model: string;
  readonly window: number;
  readonly port: string;
}

/** Undefined where we know no command. What is filled in is never more than a name, an address or a number. */
export function commandFor(provider: string, mend: Mend, system: System, blanks: Blanks): string | undefined {
  const row = COMMANDS[provider]?.[mend];
  const text = typeof row === 'object' ? row[system] : row;
  return text?.replace(/\{(origin|model|window|port)\}/g, (_, name: keyof Blanks) =>
    plain(String(blanks[name])),
  );
}

/** A model's name comes from a server: nothing in it may end the word it stands in. */
function plain(text: string): string {
  return text.replace(/[^\w.:/@+-]/g, '');
}
