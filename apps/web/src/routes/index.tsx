import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const session = await context.session.load()
    const search = { error: 'SessionRequired', callbackUrl: '/' }
    if (!session) throw redirect({ to: '/signin', search, replace: true })
    // It knows the menu, which whoever signs in does not need.
    const { startPageOf } = await import('#web/lib/session/start-page.ts')
    throw redirect({ href: startPageOf(session), replace: true })
  },
})
