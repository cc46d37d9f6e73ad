// The title of the window, which says when it is one's move.
export function titled(text: string, isMyMove: boolean, myMove: string): string {
  return `${isMyMove ? `● ${myMove} · ` : ''}${text} · Plyground`
}
