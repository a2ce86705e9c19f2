"""The service: request and response shapes, and the operations behind them."""
