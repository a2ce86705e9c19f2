"""The client talks to a running service, as the tests of the API do."""

from ..api.conftest import lexicons, live, serve

__all__ = ["lexicons", "live", "serve"]
