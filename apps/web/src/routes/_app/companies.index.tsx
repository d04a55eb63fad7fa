import { createFileRoute } from '@tanstack/react-router'
import { CompaniesPage } from '#web/features/companies/companies/companies-page.tsx'

export const Route = createFileRoute('/_app/companies/')({
  staticData: { title: 'nav.companies', ability: 'companies.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['companies/companies']),
  component: CompaniesPage,
})
