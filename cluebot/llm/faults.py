"""How each fault of an endpoint is told: what happened, and what to do about it."""

from __future__ import annotations

from cluebot.errors import Text
from cluebot.llm.endpoint import Endpoint
from cluebot.llm.errors import Fault, ModelError

_TEXTS: dict[Fault, Text] = {
    "unreachable": Text(
        "no connection to {url}{detail}; start the server, or correct the address.",
        "连不上 {url}{detail}；请确认服务已启动、地址没有写错。",
    ),
    "certificate": Text(
        "{url} does not prove its identity{detail}; use an address that its certificate covers, "
        "or have the system trust the certificate (SSL_CERT_FILE names further ones).",
        "无法验证 {url} 的证书{detail}；请换用证书所含的地址，或让系统信任该证书"
        "（可用 SSL_CERT_FILE 指定）。",
    ),
    "timeout": Text(
        "no answer within {seconds:.3g} s; allow more with --timeout, or use a smaller model.",
        "{seconds:.3g} 秒内没有答复；可用 --timeout 放宽时限，或换小一些的模型。",
    ),
    "unauthorized": Text(
        "the server refused {key}{detail}; check the key and what it is allowed to do.",
        "服务器拒绝了{key}{detail}；请检查密钥是否正确、有无权限。",
    ),
    "not_found": Text(
        "model {model!r} or the address {url} is not known there{detail}; check both. "
        "Addresses mostly end with /v1.",
        "对方没有模型 {model}，或没有地址 {url}{detail}；请检查这两项，地址一般以 /v1 结尾。",
    ),
    "rate_limited": Text(
        "too many calls{detail}; wait, or lower --concurrency.",
        "调用太频繁{detail}；请稍候，或调低 --concurrency。",
    ),
    "server": Text(
        "the server failed{detail}; try again later, and look at its log if it is yours.",
        "服务器出错{detail}；请稍后再试；若是自己的服务，请查看它的日志。",
    ),
    "not_api": Text(
        "{url} answers, but not as a chat API does{detail}; give the base address of the API, "
        "which mostly ends with /v1.",
        "{url} 有响应，但不是聊天接口{detail}；请填写接口的基础地址，一般以 /v1 结尾。",
    ),
    "context": Text(
        "the prompt is longer than the context of {model!r}{detail}; start the server with a "
        "larger context, or use another model.",
        "提示词超出了模型 {model} 的上下文长度{detail}；请以更大的上下文启动服务，或换个模型。",
    ),
    "rejected": Text(
        "the request was refused{detail}; if a field of it is not supported, try another --mode, "
        "or leave the field out with --body FIELD=.",
        "请求被拒绝{detail}；若是不支持某个字段，可换一种 --mode，或用 --body 字段= 去掉它。",
    ),
    "open": Text(
        "it has failed several times in a row and is left alone for another {seconds:.3g} s.",
        "连续多次失败，暂停调用，{seconds:.3g} 秒后再试。",
    ),
}

_KEY = Text("the key in {key_env}", " {key_env} 中的密钥")
_NO_KEY = Text("the call without a key (--key-env)", "不带密钥的调用（可用 --key-env 指定密钥）")


def fault_error(
    endpoint: Endpoint, fault: Fault, detail: str = "", *, seconds: float = 0.0
) -> ModelError:
    """Build the error for a fault.

    Args:
        endpoint: Where it happened.
        fault: What happened.
        detail: What the server or the system said, free of keys.
        seconds: The time that ran out, or the time to wait.
    """
    key = _NO_KEY if endpoint.key_env is None else _KEY

    def fill(language: str) -> str:
        said = "" if not detail else f"（{detail}）" if language == "zh" else f" ({detail})"
        return (
            _TEXTS[fault]
            .to(language)
            .format(
                url=endpoint.url,
                model=endpoint.model,
                detail=said,
                seconds=seconds,
                key=key.to(language).format(key_env=endpoint.key_env),
            )
        )

    name = endpoint.name
    return ModelError(fault, Text(f"Endpoint {name}: {fill('en')}", f"端点 {name}：{fill('zh')}"))
