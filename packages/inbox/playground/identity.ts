import type { Params } from './params.ts'

/** Who is shown, and where the service is. */
export interface Identity {
  applicationIdentifier: string
  subscriberId: string
  subscriberHash: string
  apiUrl: string
  socketUrl: string
}

export const fetchIdentity = async ({ subscriber, state }: Params): Promise<Identity> => {
  const id = state === 'empty' && subscriber === 'playground' ? 'playground-empty' : subscriber
  const answer = await fetch(`/identity?subscriber=${encodeURIComponent(id)}`)
  if (!answer.ok) throw new Error('No Recado is running: start it with npm start, or name its demo.json in RECADO_DEMO')
  return (await answer.json()) as Identity
}

/** The address of the service in a state: directly, or through a bad network of the playground's server. */
export const backendOf = ({ apiUrl }: Identity, { state }: Params): string =>
  state === 'normal' || state === 'empty' ? apiUrl : `${location.origin}/${state}`
