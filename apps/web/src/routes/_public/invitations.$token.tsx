import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '#web/features/identity/auth/invitation-page.tsx'

const Page = () => <InvitationPage token={Route.useParams().token} />

export const Route = createFileRoute('/_public/invitations/$token')({
  loader: ({ context }) => context.texts.loadNamespaces(['identity/auth', 'validation']),
  staticData: { title: 'identity/auth:invitation.title' },
  component: Page,
})
