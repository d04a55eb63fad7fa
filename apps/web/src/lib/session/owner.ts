import { useSignedIn } from './session.ts'

/** Whoever is signed in, in their current company: what waits for them waits for them there. */
export const useOwner = (): string => {
  const { user } = useSignedIn()
  return `${user.id}.${user.currentCompany?.id ?? ''}`
}
