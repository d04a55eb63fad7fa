import { createFileRoute } from '@tanstack/react-router'
import { SubscriberPage } from '#web/features/admin/notifications/subscriber-page.tsx'

const Page = () => <SubscriberPage subscriberId={Route.useParams().subscriberId} />

export const Route = createFileRoute('/_app/admin/notifications/subscribers/$subscriberId')({
  staticData: { title: 'admin/notifications:subscribers.title', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors']),
  component: Page,
})
