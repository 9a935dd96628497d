import { useCallback, useEffect, useState } from 'react'
import { graphql } from 'react-relay'
import type { useCaptchaMutation } from '../../__generated__/useCaptchaMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'

type Captcha = useCaptchaMutation['response']['createCaptcha']

/** A sum in a picture, and how to get another one. Null while it is drawn. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const [create] = useMutation<useCaptchaMutation>(graphql`
    mutation useCaptchaMutation {
      createCaptcha {
        key
        image
      }
    }
  `)
  const reload = useCallback(() => {
    setCaptcha(null)
    void create({}).then((answer) => setCaptcha(answer?.createCaptcha ?? null))
  }, [create])

  useEffect(reload, [reload])
  return { captcha, reload }
}
