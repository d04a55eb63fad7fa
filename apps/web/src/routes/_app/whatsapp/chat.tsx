import { createFileRoute } from '@tanstack/react-router'
import { OperatorQueuePage } from '#web/features/admin/operators/operator-pages.tsx'

export const Route = createFileRoute('/_app/whatsapp/chat')({
  loader: ({ context }) => context.texts.loadNamespaces(['admin/operators', 'errors']),
  staticData: { title: 'admin/operators:queue.title', ability: 'operator.channels' },
  component: OperatorQueuePage,
})
