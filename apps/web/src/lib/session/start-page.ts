import { menuEntries } from './menu.ts'
import type { Session } from './session.ts'

const usual = '/dashboard'

/** Pages that may open after signing in, by the user's abilities. */
export const startPages = ({ abilities }: Pick<Session, 'abilities'>) =>
  menuEntries.filter(({ ability }) => abilities.includes(ability))

/** The page that opens after signing in: the one that the person chose while they may see it, else the dashboard. */
export const startPageOf = (session: Pick<Session, 'abilities' | 'user'>): string => {
  const { startPage } = session.user.preferences
  return startPages(session).find(({ path }) => path === startPage)?.path ?? usual
}
