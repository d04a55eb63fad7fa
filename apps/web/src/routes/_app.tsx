import { Box } from '@mantine/core'
import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { Preloader } from '#web/components/page/preloader.tsx'
import { InboxHost } from '#web/features/product-notifications/inbox/inbox-host.tsx'
import { InboxPlace } from '#web/features/product-notifications/inbox/places.tsx'
import { PaletteHost } from '#web/features/shared/palette/palette-host.tsx'
import { Shell } from '#web/features/shared/shell/shell.tsx'
import type { PartsOfEntry } from '#web/features/shared/shell/side-menu.tsx'
import { TasksButton } from '#web/features/shared/tasks/tasks-button.tsx'
import { textSearch } from '#web/lib/api/search.ts'
import { withoutCompany } from '#web/lib/session/company-links.ts'

const SignInDialog = lazyCode(async () => (await import('#web/features/identity/auth/sign-in-dialog.tsx')).SignInDialog)

const InboxViews = lazyCode(
  async () => (await import('#web/features/inbox/conversations/list/inbox-views.tsx')).InboxViews,
)

const ContactParts = lazyCode(async () => (await import('#web/features/contacts/contact-parts.tsx')).ContactParts)

const partsOf: PartsOfEntry = (id, look) => {
  if (id !== 'chat' && id !== 'contacts') return null
  const Parts = id === 'chat' ? InboxViews : ContactParts
  return (
    <Suspense fallback={null}>
      <Parts {...look} />
    </Suspense>
  )
}

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
      parts={partsOf}
      signIn={(email, onLeave) => <SignInDialog email={email} onLeave={onLeave} />}
    />
  </InboxHost>
)

const validateSearch = textSearch('company')

export const Route = createFileRoute('/_app')({
  validateSearch,
  beforeLoad: async ({ context, location, matches, search: { company } }) => {
    const session = await context.session.load()
    if (!session) {
      if (matches.some(({ routeId }) => routeId === '/_app/$')) throw notFound()
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
