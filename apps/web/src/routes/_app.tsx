import { Box } from '@mantine/core'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { Preloader } from '../components/preloader.tsx'
import { InboxHost } from '../features/inbox/inbox-host.tsx'
import { InboxPlace } from '../features/inbox/places.tsx'
import { PaletteHost } from '../features/palette/palette-host.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { TasksButton } from '../features/tasks/tasks-button.tsx'

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
    />
  </InboxHost>
)

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
  component: Layout,
})
