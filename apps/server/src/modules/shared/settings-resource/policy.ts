/** Who asks, and whether they may change what others see (ability `settings.share`). */
export type Editor = { userId: string | null; shares: boolean }

/** Whether a member may change a canned reply, macro or view: shared ones need the ability, personal ones ownership. */
export const mayEdit = (editor: Editor, item: { shared: boolean; ownerId: string | null }): boolean =>
  item.shared ? editor.shares : item.ownerId !== null && item.ownerId === editor.userId
