// The server as the backend: HTTP for questions, a socket for the conversation.
import type { CancelBuild, LogOut } from '../wire/messages.gen'
import type { AccountBackend, Backend, Introduction, OperatorBackend } from './backend'
import { callApi, callApiWithRetry, queryText } from './http'
import { browserNetwork, SocketConnection } from './socket'

const segment = encodeURIComponent

/** The server that the page came from. */
export function serverBackend(): Backend {
  let hello: () => Introduction = () => ({})
  const token = () => hello().token ?? ''
  /** A question about the person who asks it. */
  const personal = <Answer>(path: string) => callApi<Answer>(path, undefined, token())
  return {
    // Ids of messages begin with a prefix that differs from one page to the next.
    connection: new SocketConnection(browserNetwork(), () => hello(), `${Math.random().toString(36).slice(2, 10)}-`),
    account: accountOf(token),
    operator: OPERATOR,
    introduce: (given) => (hello = given),

    catalogue: () => callApiWithRetry('/api/catalogue'),
    describe: (game) => callApiWithRetry(`/api/games/${segment(game)}`),
    rules: (family) => callApiWithRetry(`/api/rules/${segment(family)}`),
    checkRules: (query) => callApiWithRetry('/api/rules/check', query),
    view: (query) => callApiWithRetry('/api/view', query),
    editPosition: (query) => callApiWithRetry('/api/position/edit', query),
    importGames: (query) => callApi('/api/import', query),
    exportGame: (query) => callApi('/api/export', query),

    createTable: (request) => callApi('/api/tables', { ...request, token: token() }),
    ownTables: () => personal('/api/tables/mine'),
    archive: (query) => personal(`/api/archive?${queryText(query)}`),
    exportArchive: (query) => personal(`/api/archive/export?${queryText(query)}`),
    statistics: () => personal('/api/statistics'),
    profile: (name) => callApi(`/api/profile?${queryText({ name })}`),
    ratingHistory: (name, game) => callApi(`/api/profile/history?${queryText({ name, game })}`),
    leaderboard: (game, timeClass) => callApi(`/api/leaderboard?${queryText({ game, time_class: timeClass })}`),

    report: (report) => callApi('/api/reports', report),
  }
}

/** The account, which a cookie names; the token of a guest who becomes one. */
function accountOf(token: () => string): AccountBackend {
  const post = <Answer>(what: string, body: object) => callApi<Answer>(`/api/account${what}`, body)
  return {
    view: () => callApi('/api/account'),
    ways: () => callApi('/api/account/ways'),
    signUp: (request) => post('', { ...request, token: token() }),
    logIn: (request) => post('/login', request),
    logOut: () => post('/logout', {}),
    logOutOthers: () => post('/logout', { others: true } satisfies LogOut),
    changePassword: (request) => post('/password', request),
    delete: (password) => post('/delete', { password }),
    createToken: (request) => post('/tokens', request),
    revoke: (key) => post('/revoke', { key }),
    setEmail: (request) => post('/email', request),
    confirmEmail: (code) => post('/email/confirm', { code }),
    forgot: (name, language) => post('/forgot', { name, language }),
    reset: (request) => post('/reset', request),
    newPasskey: () => post('/passkeys/options', {}),
    addPasskey: (request) => post('/passkeys', request),
    removePasskey: (id) => post('/passkeys/remove', { id }),
    askPasskey: () => post('/passkeys/login/options', {}),
    logInWithPasskey: (request) => post('/passkeys/login', request),
    export: () => callApi('/api/account/export'),
  }
}

const OPERATOR: OperatorBackend = {
  state: (key) => callApi('/api/operator', undefined, key),
  dismiss: (key, request) => callApi('/api/operator/dismiss', request, key),
  cancelJob: (key, request) => callApi('/api/operator/cancel', request, key),
  rule: (key, request) => callApi('/api/operator/rule', request, key),
  lift: (key, request) => callApi('/api/operator/lift', request, key),
  databases: (key) => callApi('/api/databases', undefined, key),
  buildDatabases: (key, request) => callApi('/api/databases/build', request, key),
  cancelBuild: (key) => callApi('/api/databases/cancel', {} satisfies CancelBuild, key),
}
