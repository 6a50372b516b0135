// What the front of the feature takes and gives: the shapes that the page, the parts list and the headless run see.
// How it is done stands in providers.ts.

import type { Failure, FailureCode } from '../../engine/failures.ts';
import type { Clock, Hasher, Http, Ids, Vault } from '../../engine/ports.ts';
import type { ModelCapabilities, ModelRole, ResolvedModel } from '../../engine/provider.ts';
import type { AccountsStore, ModelWord } from './accounts.ts';
import type { ConnectOptions, MakeProvider } from './connect.ts';
import type { Diagnosis, Here } from './doctor.ts';
import type { EnvCandidate } from './env-block.ts';
import type { LoadedWindow, ModelFigures } from './figures.ts';
import type { PullStep } from './pull.ts';
import type { SignInAnswer, SignInRefusal, SignInWish } from './sign-in.ts';
import type { Wire } from './wires.ts';

export interface ProvidersOptions {
  readonly store: AccountsStore;
  readonly vault: Vault;
  readonly http: Http;
  readonly clock: Clock;
  readonly makers: Readonly<Record<Wire, MakeProvider>>;
  /** Models of roles, as the settings have them now. */
  readonly roles?: () => Readonly<Partial<Record<ModelRole, string>>>;
  /** `account/model` of those that take over when an account fails, in order. */
  readonly fallbacks?: () => readonly string[];
  /** What signing in at a vendor's needs beyond the rest; missing: nobody signs in here. */
  readonly signIn?: { readonly hasher: Hasher; readonly ids: Ids };
  /** The models that run in the page; missing: none do here. */
  readonly inPage?: InPageShelf;
  /** An account begins to rest. */
  readonly changed?: () => void;
  /** Speed of Rehearsal: 1 as people see it, 0 without waits. */
  readonly pace?: number;
}

export interface InPageShelf {
  /** The ids of those that are all there. */
  kept(): Promise<readonly string[]>;
  /** Frees its room. */
  remove(model: string): Promise<void>;
}

/** Also `AccountView` of the host API. */
export interface AccountSummary {
  readonly id: string;
  readonly provider: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly hasKey: boolean;
  readonly local: boolean;
  /** Its key came from signing in. */
  readonly signedIn?: boolean;
  /** Its server fetches models by itself. */
  readonly pulls?: boolean;
  /** There is no server: its models run in the page, and are fetched from the app's own origin. */
  readonly inPage?: boolean;
  /** It failed, and stands behind the others until then (P7). */
  readonly rest?: { readonly until: number; readonly cause: FailureCode };
  readonly models: readonly ModelSummary[];
}

export interface ModelSummary {
  readonly name: string;
  readonly label: string;
  readonly account?: string;
  readonly capabilities: ModelCapabilities;
  /** Its size on the disk of the server. */
  readonly bytes?: number;
}

export interface PresetSummary {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly local: boolean;
  readonly needsKey: boolean;
  readonly available: boolean;
  /** Its models run in the page itself; what is fetched for the first one. */
  readonly inPage?: { readonly bytes: number };
  /** Where its keys are made, or where the server is had. */
  readonly site?: string;
  readonly signsIn?: boolean;
}

export interface LocalServer {
  readonly provider: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

export interface Providers {
  /**
   * The model that a run is to talk to; the provider is made on first use, and its streams keep to the caps (P14). It
   * knows who may take over (P7).
   * With a role, the model that the settings give that role, where they give one that is there.
   */
  resolve(name: string, role?: ModelRole): Promise<ResolvedModel | Failure>;
  /** Every model that can be chosen now, Rehearsal first. */
  models(): Promise<readonly ModelSummary[]>;
  accounts(): Promise<readonly AccountSummary[]>;
  presets(): readonly PresetSummary[];
  /**
   * Asks the server; stores the account, and its key in the vault, only when it answered. Only the key given here is
   * sent, never a stored one. The same provider and base URL again refreshes the account that is there, unless another
   * one is wanted.
   */
  connect(options: ConnectOptions, signal: AbortSignal): Promise<AccountSummary | Failure>;
  /** The vendor's page that sends people back with a code; the answer then goes into `finishSignIn`. */
  beginSignIn(wish: SignInWish): Promise<string | Failure>;
  /** Makes the code that came back a key, and connects with it. */
  finishSignIn(answer: SignInAnswer, signal: AbortSignal): Promise<AccountSummary | SignInRefusal | Failure>;
  /** Forgets the account and its key. */
  remove(id: string): Promise<void>;
  /** The order in which they are shown and asked (P7); those that are not named stay behind. */
  arrange(ids: readonly string[]): Promise<void>;
  /** What is known of a model, and from whom. */
  figures(account: string, model: string): Promise<ModelFigures | Failure>;
  /** With which window the server has loaded the model; `bad-request` where it can't be asked. */
  loadedWindow(account: string, model: string, signal: AbortSignal): Promise<LoadedWindow | Failure>;
  /** What the person says of a model counts more than all else (P4); nothing, or nothing usable, takes it back. */
  say(account: string, model: string, word: ModelWord | undefined): Promise<void>;
  /** Asks the server of a stored account, with its key, and keeps the list of models that it gives. */
  test(id: string, signal: AbortSignal): Promise<{ readonly models: readonly string[] } | Failure>;
  /** What is wrong between the page and the server of a stored account, and the command that mends it (P9). */
  diagnose(
    account: string,
    here: Here & { readonly model?: string },
    signal: AbortSignal,
  ): Promise<Diagnosis | Failure>;
  /** The same before anything is stored: only the key given here is sent. */
  diagnoseAt(wanted: ConnectOptions, here: Here, signal: AbortSignal): Promise<Diagnosis | Failure>;
  /** The accounts that a pasted `.env` block holds. Nothing is called or stored. */
  accountsIn(text: string): Promise<readonly EnvCandidate[]>;
  /** Lets the server of an account fetch a model, step by step; the last one says how it ended. */
  pull(account: string, model: string, signal: AbortSignal): AsyncIterable<PullStep>;
  /** The in-page models that can be used without a network. */
  keptInPage(): Promise<readonly string[]>;
  /** Frees the room of one; it is fetched again when it is next used. */
  dropInPage(model: string): Promise<void>;
  /** The presets of this machine that answer at their usual address. Nothing is stored. */
  lookForLocalServers(signal: AbortSignal): Promise<readonly LocalServer[]>;
}
