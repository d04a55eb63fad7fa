import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '#web/features/identity/auth/register-page.tsx'

export const Route = createFileRoute('/_public/register')({
  loader: ({ context }) => context.texts.loadNamespaces(['identity/auth', 'validation']),
  staticData: { title: 'identity/auth:register.title' },
  component: RegisterPage,
})
