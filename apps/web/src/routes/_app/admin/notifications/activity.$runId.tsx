import { createFileRoute } from '@tanstack/react-router'
import { RunPage } from '#web/features/admin/notifications/run-page.tsx'

const Page = () => <RunPage id={Route.useParams().runId} />

export const Route = createFileRoute('/_app/admin/notifications/activity/$runId')({
  staticData: { title: 'admin/notifications:activity.title', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors']),
  component: Page,
})
