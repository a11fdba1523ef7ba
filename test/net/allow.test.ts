// The allow-list: which URLs an entry covers, and which addresses are private.
import { describe, expect, test } from "vitest";
import { AllowList, isPrivate } from "../../src/net/allow.ts";
import { createNet, netSecrets } from "../../src/net/index.ts";

describe("what an entry covers", () => {
  test.each([
    ["https://a.com/", "GET", "https://a.com/x?y#z", true],
    ["https://a.com", "HEAD", "https://A.com:443/x", true],
    ["https://a.com", "GET", "https://a.com./", true],
    ["https://a.com/", "POST", "https://a.com/", false],
    ["https://a.com/", "GET", "http://a.com/", false],
    ["https://a.com/", "GET", "https://a.com:444/", false],
    ["https://a.com/", "GET", "https://a.com.evil.org/", false],
    ["https://a.com/", "GET", "https://evil.org/https://a.com/", false],
    ["https://a.com/", "GET", "https://b.a.com/", false],
    ["https://*.a.com/", "GET", "https://b.a.com/", true],
    ["https://*.a.com/", "GET", "https://a.com/", false],
    ["https://*.a.com/", "GET", "https://xa.com/", false],
    ["https://a.com/v1", "GET", "https://a.com/v1", true],
    ["https://a.com/v1", "GET", "https://a.com/v1/x", true],
    ["https://a.com/v1", "GET", "https://a.com/v10", false],
    ["https://a.com/v1/", "GET", "https://a.com/v1/../admin", false],
    ["https://a.com/v1/", "GET", "https://a.com/v1/%2e%2e/admin", false],
    ["https://a.com/v1/", "GET", "https://a.com/v1/..%2fadmin", false],
    ["https://a.com/v1/", "GET", "https://a.com/v1/%252e%252e/admin", false],
    ["https://a.com/v1/", "GET", "https://a.com\\@evil.org/v1/", false],
  ])("%s: %s %s is %s", (entry, method, url, allowed) => {
    const judge = (): unknown => new AllowList([{ url: entry }]).judge(method, new URL(url));
    if (allowed) expect(judge()).toMatchObject({ privateAddress: false });
    else expect(judge).toThrow("not allowed");
  });

  test("methods, and the port that lets a private address in", () => {
    const list = new AllowList([{ url: "http://localhost:80/", methods: ["post"], headers: { A: "b" } }]);
    expect(list.judge("POST", new URL("http://localhost/"))).toEqual({ headers: { A: "b" }, privateAddress: true });
    expect(() => list.judge("GET", new URL("http://localhost/"))).toThrow(/not allowed: GET/);
  });

  test.each(["a.com", "ftp://a.com/", "https://u:p@a.com/", "https://a.com/?q"])("%s is no entry", (url) => {
    expect(() => new AllowList([{ url }])).toThrow(/is no URL prefix/);
  });
});

test.each(
  "127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fe80::1 fc00::1 ::ffff:8.8.8.8 64:ff9b::a00:1 2002:7f00:1:: ::7f00:1 nonsense".split(
    " ",
  ),
)("%s is private", (address) => {
  expect(isPrivate(address)).toBe(true);
});

test.each("8.8.8.8 1.1.1.1 172.32.0.1 2606:4700::1111".split(" "))("%s is public", (address) => {
  expect(isPrivate(address)).toBe(false);
});

test("without a list nothing is reached, and the setting is named", async () => {
  const net = createNet(undefined);
  const request = { method: "GET", url: "http://a.com/", headers: [], signal: new AbortController().signal };
  expect(net.enabled).toBe(false);
  await expect(net.exchange(request)).rejects.toMatchObject({
    code: "disabled",
    help: expect.stringContaining("net.allow"),
  });
});

test("injected values are secrets, with and without their scheme", () => {
  const options = { allow: [{ url: "https://a.com/", headers: { Authorization: "Bearer s3cret" } }] };
  expect(netSecrets(options)).toEqual(["Bearer s3cret", "s3cret"]);
});
