/** What systems tell is dealt to processes by shard; one integration always falls into the same one. */
export const shardCount = 16

/** The shard of an integration: by the last digits of its id, which are random. */
export const shardOf = (integrationId: string): number => Number.parseInt(integrationId.slice(-4), 16) % shardCount
