import { useCallback, useEffect, useState } from 'react'
import { graphql } from 'react-relay'
import type { useCaptchaMutation } from '../../__generated__/useCaptchaMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'

type Captcha = useCaptchaMutation['response']['createCaptcha']

/** A captcha, a sum in a picture, and a function that loads a new one. `captcha` is null while loading and after a failure. */
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
