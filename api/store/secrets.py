"""Secret tokens: made at random, stored as a hash only, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets

TOKEN_BYTES = 24
"""Random bytes in a token: far too many to guess, so that one round of SHA-256 suffices."""


def new_token() -> str:
    """Return a new secret, safe in URLs and headers."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def matches(token: str, stored: str) -> bool:
    """Return whether ``stored`` is the digest of ``token``, in time that tells nothing."""
    return hmac.compare_digest(digest(token), stored)
