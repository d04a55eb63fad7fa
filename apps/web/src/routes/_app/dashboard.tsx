import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/dashboard')({
  staticData: { title: 'nav.dashboard', ability: 'dashboard.view' },
  component: () => null,
})
