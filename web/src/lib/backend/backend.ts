// All that the page asks of what is behind it: today a server, later also an engine in the browser. Nothing outside this
// folder knows which.
import type {
  AccountView,
  AddPasskey,
  Archive,
  ArchiveQuery,
  BuildDatabases,
  CancelJob,
  Catalogue,
  ChangePassword,
  CheckedRules,
  ClientMessage,
  CrashReport,
  CreatedTable,
  CreatedToken,
  CreateTable,
  CreateToken,
  DatabaseState,
  DismissReport,
  EditedPosition,
  EditPosition,
  Exported,
  ExportQuery,
  GameDescription,
  Hello,
  Imported,
  ImportQuery,
  Leaderboard,
  LiftRuling,
  LogIn,
  LoginWays,
  MakeRuling,
  OperatorState,
  PasskeyLogIn,
  PasskeyOptions,
  PersonalData,
  PositionView,
  Problem,
  Profile,
  RatingHistory,
  ResetPassword,
  RulesQuery,
  RulesSchema,
  ServerMessage,
  SetEmail,
  SignUp,
  Statistics,
  Stored,
  TableList,
  TimeClass,
  ViewQuery,
} from '../wire/messages.gen'

/** Every promise is rejected with Refused if the answer is a problem. */
export interface Backend {
  readonly connection: Connection
  readonly account: AccountBackend
  readonly operator: OperatorBackend

  /** Gives the function that says who is asking. */
  introduce(hello: () => Introduction): void

  /** What can be played, and within which limits. */
  catalogue(): Promise<Catalogue>
  /** A game's geometry, pieces and starting position. */
  describe(game: string): Promise<GameDescription>
  /** The options of a family's rules, and its presets. */
  rules(family: string): Promise<RulesSchema>
  /** Whether a game can be played by these rules. */
  checkRules(query: RulesQuery): Promise<CheckedRules>
  view(query: ViewQuery): Promise<PositionView>
  /** A position being edited: its text, its fields, and why it is not legal. */
  editPosition(query: EditPosition): Promise<EditedPosition>
  importGames(query: ImportQuery): Promise<Imported>
  exportGame(query: ExportQuery): Promise<Exported>

  createTable(request: CreateTable): Promise<CreatedTable>
  /** The tables where this person has a seat. */
  ownTables(): Promise<TableList>
  archive(query: ArchiveQuery): Promise<Archive>
  exportArchive(query: ArchiveQuery): Promise<Exported>
  statistics(): Promise<Statistics>
  profile(name: string): Promise<Profile>
  ratingHistory(name: string, game: string): Promise<RatingHistory>
  leaderboard(game: string, timeClass: TimeClass): Promise<Leaderboard>

  report(report: CrashReport): Promise<Stored>
}

/** A person as they introduce themselves: the secret of a guest, and a name. */
export type Introduction = Omit<Hello, 'type'>

/** `lost` is waiting to try again. */
export type Status = 'connecting' | 'open' | 'lost' | 'closed'

/** A message before it has an id. */
export type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never

/** A conversation in messages: about tables, analysis, the lobby and pairing. */
export interface Connection {
  readonly status: Status
  /** Connects now, without waiting for the next attempt. */
  open(): void
  close(): void
  /** Calls a listener with every message; returns a function that removes it. */
  listen(listener: (message: ServerMessage) => void): () => void
  /** Calls a listener with the status now and whenever it changes; returns a function that removes it. */
  watch(changed: (status: Status) => void): () => void
  /** Sends a message that needs no answer; it is lost if there is no connection. */
  send(message: WithoutId<ClientMessage>): void
  /** Sends a message now and whenever the connection is open again; returns a function that stops it. */
  sendWhenOpen(message: WithoutId<ClientMessage>): () => void
  /** Sends a request and waits for its answer, through any number of lost connections. */
  request(body: WithoutId<ClientMessage>, progress?: (message: ServerMessage) => void): Promise<ServerMessage>
  /** Ends a request that has several answers. */
  stop(progress: (message: ServerMessage) => void): void
}

export interface AccountBackend {
  view(): Promise<AccountView>
  ways(): Promise<LoginWays>
  /** Makes the guest of this browser an account. */
  signUp(request: Omit<SignUp, 'token'>): Promise<unknown>
  logIn(request: LogIn): Promise<unknown>
  logOut(): Promise<unknown>
  logOutOthers(): Promise<unknown>
  changePassword(request: ChangePassword): Promise<unknown>
  delete(password: string): Promise<unknown>
  createToken(request: CreateToken): Promise<CreatedToken>
  revoke(key: string): Promise<unknown>
  setEmail(request: SetEmail): Promise<unknown>
  confirmEmail(code: string): Promise<unknown>
  forgot(name: string, language: string): Promise<unknown>
  reset(request: ResetPassword): Promise<unknown>
  /** What the browser needs to make a passkey. */
  newPasskey(): Promise<PasskeyOptions>
  addPasskey(request: AddPasskey): Promise<unknown>
  removePasskey(id: string): Promise<unknown>
  /** What the browser needs to use a passkey. */
  askPasskey(): Promise<PasskeyOptions>
  logInWithPasskey(request: PasskeyLogIn): Promise<unknown>
  export(): Promise<PersonalData>
}

/** What only the operator may do, each with their key. */
export interface OperatorBackend {
  state(key: string): Promise<OperatorState>
  dismiss(key: string, request: DismissReport): Promise<OperatorState>
  cancelJob(key: string, request: CancelJob): Promise<OperatorState>
  rule(key: string, request: MakeRuling): Promise<OperatorState>
  lift(key: string, request: LiftRuling): Promise<OperatorState>
  databases(key: string): Promise<DatabaseState>
  buildDatabases(key: string, request: BuildDatabases): Promise<DatabaseState>
  cancelBuild(key: string): Promise<DatabaseState>
}

/** What was refused, with its code. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

let prepare: () => Promise<unknown> = () => Promise.resolve()

/** Sets what is done before anything is refused, such as loading the words for it. */
export function beforeRefusals(work: () => Promise<unknown>): void {
  prepare = work
}

/** Refuses because of a problem. */
export async function refuse(problem: Problem): Promise<never> {
  await prepare().catch(() => {})
  throw new Refused(problem)
}

/** The problem of a refusal; rethrows any other error. */
export function refusal(error: unknown): Problem {
  if (error instanceof Refused) return error.problem
  throw error
}
