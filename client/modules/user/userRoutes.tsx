import type { RouteObject } from 'react-router-dom'
import type { ResetPasswordPageQuery } from '../../__generated__/ResetPasswordPageQuery.graphql.ts'
import { page } from '../../relay/page.tsx'
import { ResetPasswordSkeleton } from './ResetPasswordFrame.tsx'

export const userRoutes: RouteObject[] = [
  page<ResetPasswordPageQuery>({
    path: 'reset-password',
    title: (t) => t('user:newPassword.title'),
    query: () => import('../../__generated__/ResetPasswordPageQuery.graphql.ts'),
    variables: (_, search) => ({ username: search.get('username') ?? '', code: search.get('code') ?? '' }),
    component: () => import('./ResetPasswordPage.tsx'),
    skeleton: <ResetPasswordSkeleton />,
  }),
]
