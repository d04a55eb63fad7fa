import { createSandboxClient, type Sandbox, startSandbox } from '@recado/sandbox'
import type { Deps } from '#server/context.ts'

/** A mail server over the wire: pass `smtpUrl` as SMTP_URL, then read what arrived. */
export const openMailbox = async () => {
  const sandbox: Sandbox = await startSandbox({
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    accessToken: 'access-token',
  })
  const client = createSandboxClient(sandbox.url)
  return {
    smtpUrl: sandbox.smtpUrl,
    /** Sends what waits in the queue, then answers the mails to an address, newest first. */
    mailsTo: async (deps: Deps, address: string) => {
      await deps.jobs.drain(deps)
      return client.mails(address)
    },
    close: () => sandbox.close(),
  }
}
