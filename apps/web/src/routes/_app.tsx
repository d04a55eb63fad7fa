import { createFileRoute, redirect } from '@tanstack/react-router'
import { Preloader } from '../components/preloader.tsx'
import { Shell } from '../features/shell/shell.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.session.load()
    if (!session) {
      throw redirect({ to: '/signin', search: { error: 'SessionRequired', callbackUrl: location.href }, replace: true })
    }
  },
  pendingComponent: Preloader,
  pendingMs: 0,
  pendingMinMs: 0,
  component: () => <Shell bell={null} />,
})
