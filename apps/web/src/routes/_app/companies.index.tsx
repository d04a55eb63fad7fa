import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/companies/')({
  staticData: { title: 'nav.companies', ability: 'companies.view' },
  component: () => null,
})
