import type { FastifyInstance } from 'fastify'

/** Bodies whose reading takes so long that whoever else waits should be heard between them. */
const LONG_BYTES = 64 * 1024
const DEEPEST = 40
/** A topic takes 100,000 members in one call. */
const MOST_VALUES = 120_000

/** A body that is refused before it is parsed, because parsing it would block the process. */
export class RefusedBody extends Error {
  override name = 'RefusedBody'
  readonly reason: 'deep' | 'wide'
  readonly statusCode: 400 | 413
  constructor(reason: 'deep' | 'wide') {
    super(
      reason === 'deep'
        ? 'The body is nested too deeply'
        : `The body holds more than ${MOST_VALUES.toLocaleString('en')} values`,
    )
    this.reason = reason
    this.statusCode = reason === 'wide' ? 413 : 400
  }
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Throws for a JSON text of more levels or values than any of our readers needs: what comes after the parser costs by the
 * value, and a megabyte holds half a million of them. Looks at the bytes alone.
 */
export const refuseLaborious = (text: Buffer): void => {
  let values = 1
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]
    if (byte === QUOTE) inText = !inText
    else if (inText) i += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA) values++
    else if (byte === LIST || byte === OBJECT) {
      values++
      depth++
      if (depth > DEEPEST) throw new RefusedBody('deep')
    } else if (byte === LIST_END || byte === OBJECT_END) depth--
    if (values > MOST_VALUES) throw new RefusedBody('wide')
  }
}

const immediate = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Long bodies one after the other, with a round of the loop between what each of them sets off. */
const createTurns = () => {
  let last: Promise<void> = Promise.resolve()
  return (): Promise<void> => {
    const mine = last
    last = mine.then(immediate).then(immediate)
    return mine
  }
}

/**
 * Reads JSON bodies for `app`: without prototype tricks, and none that would keep others waiting. `absent` is what an
 * empty body stands for; it is refused where nothing is given.
 */
export const registerJsonBodies = (app: FastifyInstance, options: { absent?: true } = {}): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  const turn = createTurns()
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (options.absent && body.length === 0) return done(null, undefined)
    const read = () => {
      refuseLaborious(body)
      parse(request, body.toString('utf8'), done)
    }
    if (body.length <= LONG_BYTES) read()
    else void turn().then(read).catch(done)
  })
}
