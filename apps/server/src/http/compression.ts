import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** For routes whose JSON answers, problems too, are sent compressed to who takes them so. */
export const compressed = {
  // Below it an answer takes as many packets either way.
  threshold: 4096,
  // Up to it at once, which takes a millisecond; what is larger is compressed as a stream, without its length.
  syncThreshold: 64 * 1024,
  encodings: ['br', 'gzip'],
  customTypes: /[/+]json\b/,
} satisfies FastifyCompressOptions

/**
 * Lets routes compress what they answer. Only those that say so do: files, downloads and pages have their own forms, and
 * webhooks answer nothing. Bodies of requests are taken as they come, since signatures are over exactly these.
 */
export const registerCompression = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, { global: false, globalDecompression: false })
}
