"""Players of Decrypto on word vectors.

`players.embedding` and `players.baseline` make players for any seat. What they are made of is
stateless: `decoder.decode`, `interceptor.intercept`, `interceptor.guess_keywords` and
`Encoder.encode` answer from what they are given, and keep nothing between calls but caches.
"""
