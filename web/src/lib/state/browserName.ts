/** What a browser calls itself, without its version. */
export function browserName(agent: string): string {
  const found = /(Firefox|Edg|OPR|Chrome|Safari)/.exec(agent)?.[1] ?? agent.split(/[ /]/)[0]!
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1]
  const plain = { Edg: 'Edge', OPR: 'Opera' }[found] ?? found
  return [plain, system].filter(Boolean).join(', ') || '?'
}
