import { Box } from '@mantine/core'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { Preloader } from '../components/preloader.tsx'
import { InboxHost } from '../features/inbox/inbox-host.tsx'
import { InboxPlace } from '../features/inbox/places.tsx'
import { PaletteHost } from '../features/palette/palette-host.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { TasksButton } from '../features/tasks/tasks-button.tsx'
import { withoutCompany } from '../lib/company-links.ts'
import { textSearch } from '../lib/search.ts'

const SignInDialog = lazy(() =>
  import('../features/auth/sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })),
)

const Layout = () => (
  <InboxHost>
    <Shell
      bell={
        <>
          <PaletteHost />
          <TasksButton />
          <InboxPlace name="bell">
            <Box w={40} h={40} />
          </InboxPlace>
        </>
      }
      signIn={(email, onLeave) => <SignInDialog email={email} onLeave={onLeave} />}
    />
  </InboxHost>
)

const validateSearch = textSearch('company')

export const Route = createFileRoute('/_app')({
  validateSearch,
  beforeLoad: async ({ context, location, search: { company } }) => {
    const session = await context.session.load()
    if (!session) {
      throw redirect({ to: '/signin', search: { error: 'SessionRequired', callbackUrl: location.href }, replace: true })
    }
    // Links in mails and notices name their company.
    if (company === undefined || location.pathname === '/open') return
    const to = withoutCompany(location.href)
    if (company === context.session.company()) throw redirect({ href: to, replace: true })
    throw redirect({ to: '/open', search: { company, to }, replace: true })
  },
  pendingComponent: Preloader,
  pendingMs: 0,
  pendingMinMs: 0,
  component: Layout,
})
