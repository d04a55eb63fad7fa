import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/profile')({
  staticData: { title: 'nav.profile', ability: 'profile.view' },
  component: () => null,
})
