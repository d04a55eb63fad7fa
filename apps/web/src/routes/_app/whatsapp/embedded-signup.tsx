import { createFileRoute } from '@tanstack/react-router'
import { validateSignupSearch } from '#web/features/admin/operators/search.ts'
import { SignupAdminPage } from '#web/features/admin/operators/signup-admin-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return <SignupAdminPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/whatsapp/embedded-signup')({
  validateSearch: validateSignupSearch,
  loader: ({ context }) =>
    context.texts.loadNamespaces([
      'admin/operators',
      'whatsapp/signup',
      'whatsapp/graph-errors',
      'lists',
      'errors',
      'validation',
    ]),
  staticData: { title: 'admin/operators:signup.title', ability: 'operator.channels' },
  component: Page,
})
