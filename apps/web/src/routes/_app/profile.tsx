import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../features/profile/profile-page.tsx'

export const Route = createFileRoute('/_app/profile')({
  staticData: { title: 'nav.profile', ability: 'profile.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['profile']),
  component: ProfilePage,
})
