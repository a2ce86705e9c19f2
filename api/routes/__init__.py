"""The routes, one module a part of the API."""
