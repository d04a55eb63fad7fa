/** Who asks, and whether they may change what others see (ability `desk.share`). */
export type Keeper = { userId: string | null; shares: boolean }

/** Whether somebody may change a ready text, macro or view: shared ones need the ability, personal ones are their owner's. */
export const mayChange = (keeper: Keeper, item: { shared: boolean; ownerId: string | null }): boolean =>
  item.shared ? keeper.shares : item.ownerId !== null && item.ownerId === keeper.userId
