import type { Http } from '#server/http/surface.ts'
import type { Environment } from '#server/notifications/shared/context.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'

const LARGE_BYTES = 1024 * 1024
const MOST_AT_ONCE = 4

const underWay = new Map<string, number>()

const change = (key: string, by: 1 | -1) => {
  const count = (underWay.get(key) ?? 0) + by
  if (count > 0) underWay.set(key, count)
  else underWay.delete(key)
}

/** Counts the large bodies that an environment sends at the same time; throws 429 when they would fill the memory. */
export const admitLarge = ({ id }: Environment, { request, reply }: Http): void => {
  const told = request.headers['content-length']
  const isLarge = told === undefined ? request.headers['transfer-encoding'] !== undefined : Number(told) > LARGE_BYTES
  if (!isLarge) return
  if ((underWay.get(id) ?? 0) >= MOST_AT_ONCE) {
    reply.header('retry-after', '1')
    throw new V1Error(429, `No more than ${MOST_AT_ONCE} bodies of more than 1 MB at once`)
  }
  change(id, 1)
  reply.raw.once('close', () => change(id, -1))
}
